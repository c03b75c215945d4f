/** The one thing the page says to the offline worker. */
export const ACTIVATE = { kind: 'activate' } as const;

export function isActivate(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'kind' in data && data.kind === ACTIVATE.kind;
}
