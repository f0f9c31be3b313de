import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../../api/who-am-i.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { ConnectModel } from './connect-model.tsx';
import { ModelRoles } from './model-roles.tsx';
import { ModelsInUse } from './models-in-use.tsx';
import { modelsTexts } from './models-texts.ts';
import { ProviderList } from './provider-list.tsx';

const words = modelsTexts.connect;

/** For those who run the deployment the models and providers to change, for others the models in use. */
export function ModelsPanel() {
  const mayChange = useMay('deployment');
  const [isConnecting, setIsConnecting] = useState(false);
  if (mayChange !== true) return <ModelsInUse />;
  const close = () => setIsConnecting(false);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 flex-1 basis-64 text-muted">{modelsTexts.about}</p>
        <Button look="primary" icon={<Plus aria-hidden />} onClick={() => setIsConnecting(true)}>
          {words.open}
        </Button>
      </div>
      <ModelRoles />
      <ProviderList />
      {isConnecting && (
        <Dialog open title={words.title} description={words.about} onClose={close}>
          <div className="pb-3">
            <ConnectModel onDone={close} onCancel={close} />
          </div>
        </Dialog>
      )}
    </div>
  );
}
