import { Download } from 'lucide-react';
import { Button } from '../components/button.tsx';
import { Overlay } from '../components/overlay.tsx';
import { texts } from '../texts.ts';

export interface LargePictureProps {
  name: string;
  url: string;
  onSave: () => void;
  onClose: () => void;
}

/** A picture over almost the whole window. */
export default function LargePicture({ name, url, onSave, onClose }: LargePictureProps) {
  return (
    <Overlay
      title={name}
      open
      onClose={onClose}
      className="inset-2 animate-pop overflow-hidden rounded-xl border sm:inset-6"
    >
      <div className="flex h-full flex-col items-center gap-3 bg-sunken p-3">
        <img src={url} alt={name} className="min-h-0 flex-1 object-contain" />
        <Button icon={<Download aria-hidden />} onClick={onSave}>
          {texts.files.download}
        </Button>
      </div>
    </Overlay>
  );
}
