import '../src/styles/fonts.css';
import '../src/styles/tokens.css';
import '../src/styles/base.css';
import { mount } from 'svelte';
import Drawings from './Drawings.svelte';

mount(Drawings, { target: document.getElementById('app')! });
