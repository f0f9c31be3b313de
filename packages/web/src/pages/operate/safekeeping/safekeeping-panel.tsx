import { BackupCard } from './backup-card.tsx';
import { RetentionCard } from './retention-card.tsx';

/** What is kept for how long, and copies of it. */
export function SafekeepingPanel() {
  return (
    <div className="flex flex-col gap-4">
      <RetentionCard />
      <BackupCard />
    </div>
  );
}
