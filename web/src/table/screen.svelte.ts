// The window as it is now, and the sizes that follow from it.
import { innerHeight, innerWidth } from 'svelte/reactivity/window';
import { sizesOf, type TableSizes } from './sizes';

class Screen {
  width = $derived(innerWidth.current ?? 1280);
  height = $derived(innerHeight.current ?? 800);
  sizes: TableSizes = $derived(sizesOf(this.width, this.height));
}

export const screen = new Screen();
