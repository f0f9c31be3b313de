import { useNavigate, useParams } from '@tanstack/react-router';
import { useMay } from '../../api/who-am-i.ts';
import { ForRole } from '../../components/for-role.tsx';
import { Page } from '../../components/page.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { AuditPanel } from './audit/audit-panel.tsx';
import { HealthPanel } from './health/health-panel.tsx';
import { operateTexts as words } from './operate-texts.ts';
import { PeoplePanel } from './people/people-panel.tsx';
import { peopleTexts } from './people/people-texts.ts';
import { SafekeepingPanel } from './safekeeping/safekeeping-panel.tsx';
import { safekeepingTexts } from './safekeeping/safekeeping-texts.ts';
import { SafetyPanel } from './safety/safety-panel.tsx';
import { safetyTexts } from './safety/safety-texts.ts';

const tabs = [
  {
    id: 'health',
    label: words.tabs.health,
    content: (
      <ForRole needs="deployment" what={words.health.hidden}>
        <HealthPanel />
      </ForRole>
    ),
  },
  {
    id: 'audit',
    label: words.tabs.audit,
    content: (
      <ForRole needs="admin" what={words.audit.hidden}>
        <AuditPanel />
      </ForRole>
    ),
  },
  {
    id: 'people',
    label: words.tabs.people,
    content: (
      <ForRole needs="admin" what={peopleTexts.hidden}>
        <PeoplePanel />
      </ForRole>
    ),
  },
  {
    id: 'safety',
    label: words.tabs.safety,
    content: (
      <ForRole needs="deployment" what={safetyTexts.hidden}>
        <SafetyPanel />
      </ForRole>
    ),
  },
  {
    id: 'data',
    label: words.tabs.data,
    content: (
      <ForRole needs="deployment" what={safekeepingTexts.hidden}>
        <SafekeepingPanel />
      </ForRole>
    ),
  },
];

export function OperatePage() {
  const { tab = '' } = useParams({ strict: false });
  const navigate = useNavigate();
  // Administrators of one tenant begin with what is for them.
  const runsIt = useMay('deployment');
  const isAdmin = useMay('admin');
  const first = runsIt === false && isAdmin === true ? 'audit' : 'health';
  return (
    <Page title={words.title} description={words.description}>
      <Tabs
        label={words.title}
        tabs={tabs.map((each) => ({ ...each, content: <div className="pt-4">{each.content}</div> }))}
        value={tabs.some(({ id }) => id === tab) ? tab : first}
        onChange={(id) => void navigate({ to: '/operate/$tab', params: { tab: id }, replace: true })}
      />
    </Page>
  );
}
