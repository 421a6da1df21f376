// Tables whose next game begins without a stop in the lobby: the host starts it as soon as all are ready, and the
// other players are ready at once. It holds for this page only: after a reload the lobby asks.

const codes = new Set<string>();

export const startAtOnce = (code: string): void => void codes.add(code);
export const cancelStart = (code: string): void => void codes.delete(code);
export const isToStart = (code: string): boolean => codes.has(code);
