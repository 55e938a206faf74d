import '../src/styles/tokens.css';
import '../src/styles/base.css';
import { mount } from 'svelte';
import Cards from './Cards.svelte';

mount(Cards, { target: document.getElementById('app')! });
