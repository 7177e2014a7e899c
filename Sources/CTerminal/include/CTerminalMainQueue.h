#ifndef REACTOR_CTERMINAL_MAIN_QUEUE_H
#define REACTOR_CTERMINAL_MAIN_QUEUE_H

/* libdispatch exports these two for run loops other than its own (CoreFoundation's is one): the descriptor that becomes
 * readable when the main queue has work, and the call, on the main thread alone, that does the work. */
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *message);

#endif
