import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { ErrorState } from '../components/error-state.tsx';
import { SkeletonRows } from '../components/skeleton.tsx';
import { readAuditSearch } from '../pages/operate/audit/audit-search.ts';
import { readRunSearch } from '../pages/runs/run-search.ts';
import { NotFound } from './not-found.tsx';
import { pageCode } from './page-code.ts';
import { Shell } from './shell.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });
const under = { getParentRoute: () => root };

// One page for both, so that the first message of a conversation does not draw it anew.
const chat = createRoute({
  ...under,
  id: 'chat',
  component: lazyRouteComponent(
    pageCode(() => import('../pages/chat/chat-page.tsx')),
    'ChatPage',
  ),
});
const underChat = { getParentRoute: () => chat };

const OperatePage = lazyRouteComponent(
  pageCode(() => import('../pages/operate/operate-page.tsx')),
  'OperatePage',
);

const routeTree = root.addChildren([
  chat.addChildren([
    createRoute({ ...underChat, path: '/' }),
    createRoute({ ...underChat, path: '/c/$conversationId' }),
  ]),
  createRoute({
    ...under,
    path: '/runs',
    validateSearch: readRunSearch,
    component: lazyRouteComponent(
      pageCode(() => import('../pages/runs/runs-page.tsx')),
      'RunsPage',
    ),
  }),
  createRoute({
    ...under,
    path: '/runs/$runId',
    component: lazyRouteComponent(
      pageCode(() => import('../pages/runs/run-page.tsx')),
      'RunPage',
    ),
  }),
  createRoute({
    ...under,
    path: '/runs/$runId/compare/$otherId',
    component: lazyRouteComponent(
      pageCode(() => import('../pages/compare/compare-page.tsx')),
      'ComparePage',
    ),
  }),
  createRoute({
    ...under,
    path: '/runs/$runId/replay/$version',
    component: lazyRouteComponent(
      pageCode(() => import('../pages/compare/replay-page.tsx')),
      'ReplayPage',
    ),
  }),
  createRoute({
    ...under,
    path: '/workflows',
    component: lazyRouteComponent(
      pageCode(() => import('../pages/workflows/workflows-page.tsx')),
      'WorkflowsPage',
    ),
  }),
  createRoute({
    ...under,
    path: '/workflows/$workflowId',
    component: lazyRouteComponent(
      pageCode(() => import('../pages/workflows/editor-page.tsx')),
      'EditorPage',
    ),
  }),
  createRoute({
    ...under,
    path: '/agents',
    validateSearch: ({ agent }: Record<string, unknown>): { agent?: string } =>
      typeof agent === 'string' ? { agent } : {},
    component: lazyRouteComponent(
      pageCode(() => import('../pages/agents/agents-page.tsx')),
      'AgentsPage',
    ),
  }),
  createRoute({
    ...under,
    path: '/plugins',
    component: lazyRouteComponent(
      pageCode(() => import('../pages/plugins/plugins-page.tsx')),
      'PluginsPage',
    ),
  }),
  createRoute({
    ...under,
    path: '/inbox',
    component: lazyRouteComponent(
      pageCode(() => import('../pages/inbox/inbox-page.tsx')),
      'InboxPage',
    ),
  }),
  createRoute({
    ...under,
    path: '/usage',
    component: lazyRouteComponent(
      pageCode(() => import('../pages/usage/usage-page.tsx')),
      'UsagePage',
    ),
  }),
  createRoute({ ...under, path: '/operate', component: OperatePage }),
  createRoute({
    ...under,
    path: '/operate/$tab',
    validateSearch: readAuditSearch,
    component: OperatePage,
  }),
  createRoute({
    ...under,
    path: '/settings',
    component: lazyRouteComponent(
      pageCode(() => import('../pages/settings/settings-page.tsx')),
      'SettingsPage',
    ),
  }),
]);

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPendingComponent: () => <SkeletonRows />,
  defaultErrorComponent: ({ error, reset }) => <ErrorState error={error} onRetry={reset} />,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
