/** Where the focus goes when a page opens: to the element that says so, unless a person has put it somewhere already. */
export function pageFocus(element: HTMLElement): void {
  const { activeElement } = document;
  if (activeElement === null || activeElement === document.body || activeElement.tagName === 'MAIN') {
    element.focus({ preventScroll: true });
  }
}
