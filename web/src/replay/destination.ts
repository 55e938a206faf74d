// Where a report goes: to the address that the owner of this server has set, which the server writes into index.html
// (src/rebelote/server/static_page.py); without one, into a file.

export type Destination =
  { kind: 'mail'; to: string } | { kind: 'page'; to: string; host: string } | { kind: 'file' };

export function destinationOf(written: string | null | undefined): Destination {
  if (written && /^https?:\/\//.test(written)) {
    return { kind: 'page', to: written, host: new URL(written).host };
  }
  return written?.includes('@') ? { kind: 'mail', to: written } : { kind: 'file' };
}

const MOST_IN_A_MAIL = 1600; // signs; mail programs cut long addresses

/** A mail that is ready to send; a long report is cut, and the whole of it is on the clipboard. */
export function mailAddress(to: string, report: string): string {
  const [subject = '', ...rest] = report.split('\n');
  const body = rest.join('\r\n').slice(0, MOST_IN_A_MAIL);
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}

const meta = typeof document === 'undefined' ? null : document.querySelector('meta[name="report-to"]');

export const destination = destinationOf(meta?.getAttribute('content'));
