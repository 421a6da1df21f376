"""Heavy work for requests, in a process of its own: replays, lessons, trials, cases, pages of the library.

Whatever takes more than a few milliseconds would make every table wait if it were done where tables are
served; in a thread it would still share the interpreter with them. Begin with `pool` (what routes call);
`kinds` is the work itself, `messages` what goes over the pipe, `worker` the program in the child process.
"""
