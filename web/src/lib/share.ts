// Give an address of this site to somebody: by the phone's own sheet, else on the clipboard.
import { download } from './files';

/** True when it is on the clipboard now. */
export function shareAddress(path: string, title: string): Promise<boolean> {
  const url = new URL(path, location.href).href;
  return shareOrCopy({ url, title }, url);
}

/** The same for anything; `text` is what is copied. */
export async function shareOrCopy(what: ShareData, text: string): Promise<boolean> {
  if (navigator.share && matchMedia('(pointer: coarse)').matches) {
    try {
      await navigator.share(what);
      return false;
    } catch {
      // Closed without sharing, or not allowed: the clipboard then.
    }
  }
  return copy(text);
}

export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyOldWay(text);
  }
}

/** Browsers offer their clipboard to secure pages only; a table on the home network has no certificate. */
function copyOldWay(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'sr-only';
  document.body.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  return done;
}

/** A picture: to the phone's own sheet where it takes files, else into a file. */
export async function sharePicture(picture: Blob, name: string, title: string): Promise<void> {
  const file = new File([picture], name, { type: picture.type });
  if (matchMedia('(pointer: coarse)').matches && navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file], title });
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return; // closed without sharing
    }
  }
  download(name, picture);
}
