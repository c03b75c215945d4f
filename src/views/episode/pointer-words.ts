/** JSON Pointers for people: the whole record has a word, and long ones lose their middle. */
export function pointerWords(pointer: string): string {
  if (pointer === '') return 'the whole record';
  return pointer.length > 240 ? `${pointer.slice(0, 120)}…${pointer.slice(-110)}` : pointer;
}
