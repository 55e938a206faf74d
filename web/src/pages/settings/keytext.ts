import { t } from '../../lib/i18n';

/** A key as it stands on a keyboard. */
export function keyText(key: string): string {
  switch (key) {
    case 'ArrowLeft':
      return '←';
    case 'ArrowRight':
      return '→';
    case 'ArrowUp':
      return '↑';
    case 'ArrowDown':
      return '↓';
    case 'Enter':
      return t('settings.enter');
    case ' ':
      return t('settings.space');
    default:
      return key.toUpperCase();
  }
}
