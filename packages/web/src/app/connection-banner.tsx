import { RotateCw, WifiOff } from 'lucide-react';
import { connection } from '../api/connection.ts';
import { useIsConnected } from '../api/use-connection.ts';
import { Button } from '../components/button.tsx';
import { texts } from '../texts.ts';

const words = texts.shell.connection;

/** Says that the server is away, for as long as it is. */
export function ConnectionBanner() {
  const isConnected = useIsConnected();
  return (
    <div role="status">
      {!isConnected && (
        <div className="flex items-center gap-2.5 border-b bg-warning-soft px-4 py-1.5 text-sm text-warning">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          <p className="min-w-0 flex-1">
            <span className="font-medium">{words.lost}</span>{' '}
            <span className="max-sm:sr-only">{words.hint}</span>
          </p>
          <Button
            size="sm"
            look="quiet"
            icon={<RotateCw aria-hidden />}
            onClick={() => void connection.check()}
          >
            {words.check}
          </Button>
        </div>
      )}
    </div>
  );
}
