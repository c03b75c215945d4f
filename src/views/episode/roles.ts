/** The words and marks of roles. A role that is not known keeps its own word. */
export type RoleName = 'system' | 'user' | 'assistant' | 'tool' | 'other';

export function roleName(role: string): RoleName {
  switch (role) {
    case 'system':
    case 'user':
    case 'assistant':
    case 'tool':
      return role;
    default:
      return 'other';
  }
}

/** As a heading: the known ones with a capital, others as written. */
export function roleLabel(role: string): string {
  const name = roleName(role);
  return name === 'other' ? role : name.charAt(0).toUpperCase() + name.slice(1);
}

/** Each its own shape, so that hue is never alone: square, circle, triangle, hexagon, ring. */
export const ROLE_MARKS: Readonly<Record<RoleName, string>> = {
  system: 'M2 2h8v8H2z',
  user: 'M6 1.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9Z',
  assistant: 'M6 1.2 11.2 10.5H.8z',
  tool: 'M6 .9 10.6 3.5v5L6 11.1 1.4 8.5v-5z',
  other: 'M6 1.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9ZM6 4a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z',
};
