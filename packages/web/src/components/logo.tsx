export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} role="presentation">
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <path
        d="M8 20v-8m5.3 12V8m5.4 12.5v-9M24 19v-6"
        stroke="var(--on-accent)"
        strokeWidth="2.8"
        strokeLinecap="round"
      />
    </svg>
  );
}
