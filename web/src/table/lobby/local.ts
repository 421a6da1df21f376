// Whether anybody else can reach this server.

/** Whether only browsers on the server's own machine can open a link. */
export const isLocal = (link: string): boolean => /^(localhost|127\.|\[::1\])/.test(new URL(link).hostname);
