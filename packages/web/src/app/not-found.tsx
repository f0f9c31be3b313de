import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { buttonClasses } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { texts } from '../texts.ts';

export function NotFound() {
  return (
    <EmptyState
      icon={<Compass />}
      title={texts.notFound.title}
      action={
        <Link to="/" className={buttonClasses('primary')}>
          {texts.notFound.action}
        </Link>
      }
    >
      {texts.notFound.explanation}
    </EmptyState>
  );
}
