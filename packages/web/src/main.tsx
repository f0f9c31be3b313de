import './styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { keepAllCode } from './app/page-code.ts';
import { applyTheme, readTheme } from './app/theme.ts';

applyTheme(readTheme());
const root = document.getElementById('root');
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
keepAllCode();
