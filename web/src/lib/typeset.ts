// French texts of the server as they are printed: a curved apostrophe, and no line that begins with a colon.

export function frenchTypeset(text: string): string {
  return text
    .replace(/(?<=\p{L})'(?=\p{L})/gu, '’')
    .replace(/ (?=[:;?!»])/g, '\u00a0')
    .replace(/« /g, '«\u00a0');
}
