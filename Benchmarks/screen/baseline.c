/* baseline FILE WIDTH: a minimal list in C with ncursesw only, as the lower bound for a list in a terminal. FILE contains
 * rows of WIDTH bytes each. All pending keys are read before a frame is drawn, the terminal scrolls, and a frame is
 * collected in a memory file and sent with one write(2) as a synchronized update.
 *
 * Keys: j k arrows, PgUp PgDn, g G, / letters Esc, q. */
#define _GNU_SOURCE
#define _XOPEN_SOURCE_EXTENDED 1
#include <ctype.h>
#include <fcntl.h>
#include <locale.h>
#include <ncurses.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

static const char *rows, *folded;
static long width, total, shown, *matches;
static long selected, top, drawn_selected = -1, drawn_top = -1;
static int height, is_searching, memory;
static char query[64];
static size_t query_length;

static const char *row_at(long place) { return rows + (matches ? matches[place] : place) * width; }

/* Searches all rows with memmem and discards matches that span two rows. */
static void search(void) {
  selected = top = 0;
  drawn_top = -1;
  free(matches);
  matches = NULL;
  shown = total;
  if (query_length == 0) return;
  if (!folded) {
    char *lower = malloc((size_t)(total * width));
    for (long i = 0; i < total * width; i++) lower[i] = (char)tolower((unsigned char)rows[i]);
    folded = lower;
  }
  matches = malloc((size_t)total * sizeof *matches);
  shown = 0;
  const char *place = folded, *end = folded + total * width;
  while ((place = memmem(place, (size_t)(end - place), query, query_length))) {
    long row = (place - folded) / width, column = (place - folded) % width;
    if (column + (long)query_length > width) {
      place++;
      continue;
    }
    matches[shown++] = row;
    place = folded + (row + 1) * width;
  }
}

static void draw_row(int y) {
  long place = top + y;
  move(y, 0);
  if (place >= shown) {
    clrtoeol();
    return;
  }
  if (place == selected) attron(A_REVERSE);
  addnstr(row_at(place), (int)(width < COLS ? width : COLS));
  attroff(A_REVERSE);
}

static void draw(void) {
  height = LINES - 1;
  if (selected < top) top = selected;
  if (selected >= top + height) top = selected - height + 1;
  long distance = top - drawn_top;
  if (drawn_top < 0 || labs(distance) >= height) {
    for (int y = 0; y < height; y++) draw_row(y);
  } else {
    if (distance != 0) {
      setscrreg(0, height - 1);
      scrollok(stdscr, TRUE);
      wscrl(stdscr, (int)distance);
      scrollok(stdscr, FALSE);
    }
    for (int y = 0; y < height; y++) {
      long place = top + y;
      if (place == selected || place == drawn_selected || place < drawn_top || place >= drawn_top + height) draw_row(y);
    }
  }
  drawn_top = top;
  drawn_selected = selected;
  mvprintw(height, 0, "Row %ld/%ld %s%s", shown ? selected + 1 : 0, shown, is_searching ? "/" : "", query);
  clrtoeol();
}

/* Writes the output of ncurses from the memory file to the terminal. */
static void show(void) {
  static char frame[1 << 20] = "\033[?2026h";
  enum { mark = 8 };
  long count = lseek(memory, 0, SEEK_CUR);
  if (count <= 0 || count > (long)sizeof frame - 2 * mark) return;
  if (pread(memory, frame + mark, (size_t)count, 0) != count) return;
  memcpy(frame + mark + count, "\033[?2026l", mark);
  (void)!write(STDOUT_FILENO, frame, (size_t)count + 2 * mark);
  (void)!lseek(memory, 0, SEEK_SET);
}

static int take(int key) {
  if (is_searching && key == 27) is_searching = 0, query_length = 0, query[0] = 0, search();
  else if (is_searching && key >= 32 && key < 127 && query_length < sizeof query - 1) {
    query[query_length++] = (char)tolower(key);
    query[query_length] = 0;
    search();
  } else if (!is_searching) switch (key) {
    case 'j': case KEY_DOWN: selected++; break;
    case 'k': case KEY_UP: selected--; break;
    case KEY_NPAGE: selected += height, top += height; break;
    case KEY_PPAGE: selected -= height, top -= height; break;
    case 'g': selected = 0; break;
    case 'G': selected = shown - 1; break;
    case '/': is_searching = 1; break;
    case 'q': return 0;
  }
  if (selected >= shown) selected = shown - 1;
  if (selected < 0) selected = 0;
  if (top > shown - height) top = shown - height;
  if (top < 0) top = 0;
  return 1;
}

int main(int count, char **arguments) {
  struct stat file;
  struct winsize size;
  struct termios found, raw;
  int descriptor = count == 3 ? open(arguments[1], O_RDONLY) : -1;
  if (descriptor < 0 || fstat(descriptor, &file) || tcgetattr(0, &found) || ioctl(0, TIOCGWINSZ, &size)) return 2;
  rows = mmap(NULL, (size_t)file.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  width = atol(arguments[2]);
  shown = total = file.st_size / width;
  setlocale(LC_ALL, "");
  memory = memfd_create("frame", 0);
  if (!newterm(NULL, fdopen(memory, "w"), stdin)) return 2;
  raw = found;
  cfmakeraw(&raw);
  tcsetattr(0, TCSANOW, &raw);
  resizeterm(size.ws_row, size.ws_col);
  noecho(), nonl(), keypad(stdscr, TRUE), set_escdelay(25), curs_set(0), typeahead(-1), idlok(stdscr, TRUE);
  for (int runs = 1; runs;) {
    draw();
    refresh();
    show();
    timeout(-1);
    for (int key = getch(); key != ERR && runs; key = getch()) runs = take(key), timeout(0);
  }
  endwin();
  show();
  tcsetattr(0, TCSANOW, &found);
  return 0;
}
