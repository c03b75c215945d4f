/** Puts text on the clipboard, also text that has to be fetched first. */

/** True where the clipboard took it. The text may still be on its way: the press counts as the permission. */
export async function copyText(text: string | Promise<string>): Promise<boolean> {
  try {
    if (typeof text === 'string') await navigator.clipboard.writeText(text);
    else if (typeof ClipboardItem === 'undefined') await navigator.clipboard.writeText(await text);
    else {
      const blob = text.then((value) => new Blob([value], { type: 'text/plain' }));
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    }
    return true;
  } catch (cause) {
    // The browser refuses without a press, without focus, or by policy; there is nothing else to do about it.
    if (cause instanceof DOMException || cause instanceof TypeError) return false;
    throw cause;
  }
}
