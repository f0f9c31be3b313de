import { Check, Copy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { texts } from '../texts.ts';
import { IconButton } from './icon-button.tsx';
import { useToast } from './toast.tsx';

export interface CopyButtonProps {
  text: string;
  label?: string;
  size?: 'sm' | 'md';
  icon?: ReactNode;
}

export function CopyButton({ text, label = texts.common.copy, size = 'sm', icon }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const { showError } = useToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      setTimeout(() => setCopied(false), 1500);
    } catch (error) {
      showError(error);
    }
  };
  return (
    <IconButton
      label={copied ? texts.common.copied : label}
      size={size}
      icon={copied ? <Check aria-hidden className="text-success" /> : (icon ?? <Copy aria-hidden />)}
      onClick={copy}
    />
  );
}
