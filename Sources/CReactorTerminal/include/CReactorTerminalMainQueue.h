#ifndef REACTOR_CTERMINAL_MAIN_QUEUE_H
#define REACTOR_CTERMINAL_MAIN_QUEUE_H

/* libdispatch exports these two functions for run loops such as that of CoreFoundation: one returns the descriptor that
 * becomes readable when the main queue has work, the other performs the work and must be called on the main thread. */
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *message);

#endif
