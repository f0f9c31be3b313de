import 'react';

// Custom properties may be set from a style.
declare module 'react' {
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined;
  }
}
