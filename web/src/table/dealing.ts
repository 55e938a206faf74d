// stub
export function deal(_node: Element, _how: { place: number; card: string }) {
  return { duration: 0 };
}
