import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { ErrorState } from '../components/error-state.tsx';
import { SkeletonRows } from '../components/skeleton.tsx';
import { readRunSearch } from '../pages/runs/run-search.ts';
import { NotFound } from './not-found.tsx';
import { Shell } from './shell.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });
const under = { getParentRoute: () => root };

// One page for both, so that the first message of a conversation does not draw it anew.
const chat = createRoute({
  ...under,
  id: 'chat',
  component: lazyRouteComponent(() => import('../pages/chat/chat-page.tsx'), 'ChatPage'),
});
const underChat = { getParentRoute: () => chat };

const routeTree = root.addChildren([
  chat.addChildren([
    createRoute({ ...underChat, path: '/' }),
    createRoute({ ...underChat, path: '/c/$conversationId' }),
  ]),
  createRoute({
    ...under,
    path: '/runs',
    validateSearch: readRunSearch,
    component: lazyRouteComponent(() => import('../pages/runs/runs-page.tsx'), 'RunsPage'),
  }),
  createRoute({
    ...under,
    path: '/runs/$runId',
    component: lazyRouteComponent(() => import('../pages/runs/run-page.tsx'), 'RunPage'),
  }),
  createRoute({
    ...under,
    path: '/runs/$runId/compare/$otherId',
    component: lazyRouteComponent(() => import('../pages/compare/compare-page.tsx'), 'ComparePage'),
  }),
  createRoute({
    ...under,
    path: '/runs/$runId/replay/$version',
    component: lazyRouteComponent(() => import('../pages/compare/replay-page.tsx'), 'ReplayPage'),
  }),
  createRoute({
    ...under,
    path: '/workflows',
    component: lazyRouteComponent(() => import('../pages/workflows/workflows-page.tsx'), 'WorkflowsPage'),
  }),
  createRoute({
    ...under,
    path: '/workflows/$workflowId',
    component: lazyRouteComponent(() => import('../pages/workflows/editor-page.tsx'), 'EditorPage'),
  }),
  createRoute({
    ...under,
    path: '/agents',
    component: lazyRouteComponent(() => import('../pages/agents/agents-page.tsx'), 'AgentsPage'),
  }),
  createRoute({
    ...under,
    path: '/plugins',
    component: lazyRouteComponent(() => import('../pages/plugins/plugins-page.tsx'), 'PluginsPage'),
  }),
  createRoute({
    ...under,
    path: '/inbox',
    component: lazyRouteComponent(() => import('../pages/inbox/inbox-page.tsx'), 'InboxPage'),
  }),
  createRoute({
    ...under,
    path: '/usage',
    component: lazyRouteComponent(() => import('../pages/usage/usage-page.tsx'), 'UsagePage'),
  }),
  createRoute({
    ...under,
    path: '/settings',
    component: lazyRouteComponent(() => import('../pages/settings/settings-page.tsx'), 'SettingsPage'),
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
