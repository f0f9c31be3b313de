// What Cadence understands of the API of LangGraph's Agent Server. An assistant is a workflow, a thread a conversation.
import { langGraphAssistantEndpoints } from './langgraph-assistant-endpoints.ts';
import { langGraphCronEndpoints } from './langgraph-cron-endpoints.ts';
import { langGraphProtocolEndpoints } from './langgraph-protocol-endpoints.ts';
import { langGraphRunEndpoints } from './langgraph-run-endpoints.ts';
import { langGraphStateEndpoints } from './langgraph-state-endpoints.ts';
import { langGraphThreadEndpoints } from './langgraph-thread-endpoints.ts';

export const langGraphEndpoints = {
  ...langGraphAssistantEndpoints,
  ...langGraphThreadEndpoints,
  ...langGraphStateEndpoints,
  ...langGraphRunEndpoints,
  ...langGraphProtocolEndpoints,
  ...langGraphCronEndpoints,
};
