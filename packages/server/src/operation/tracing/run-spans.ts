// Spans of a run, made from its events: run → node → model or tool call, by the conventions for generative AI.
// What was said is in none of them.
import type { RunEvent, RunRecord } from '@cadence-agents/contracts';
import type { ObserveRun, RunObserver } from '@cadence-agents/engine';
import { builtInKinds } from '@cadence-agents/workflow';
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { readTraceParent } from './trace-parent.ts';

export function runSpans(tracer: Tracer): ObserveRun {
  return (run) => new RunSpans(tracer, run);
}

class RunSpans implements RunObserver {
  readonly #tracer: Tracer;
  readonly #conversationId: string;
  readonly #run: Span;
  readonly #calls = new Map<string, Span>();
  #context: Context;
  #node: Span | undefined;
  #model: Span | undefined;
  #ended = false;

  constructor(tracer: Tracer, run: RunRecord) {
    const parent = readTraceParent(run.metadata.traceparent);
    const around = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
    this.#tracer = tracer;
    this.#conversationId = run.conversationId;
    this.#context = around;
    this.#run = this.#start(`invoke_workflow ${run.workflowId}`, Date.now(), {
      'gen_ai.operation.name': 'invoke_workflow',
      'gen_ai.workflow.name': run.workflowId,
      'cadence.run.id': run.id,
      'cadence.run.attempt': run.attempt,
      'cadence.tenant.id': run.tenantId,
    });
    this.#context = trace.setSpan(around, this.#run);
  }

  onEvent(event: RunEvent): void {
    if (event.type === 'on_chat_model_stream') return;
    const at = Date.parse(event.time);
    switch (event.type) {
      case 'on_node_start':
        this.#enter(event.node ?? '', event.data.nodeType, at);
        break;
      case 'on_chat_model_start':
        this.#model?.end(at);
        this.#model = this.#startModel(event.data.model, at);
        break;
      case 'on_chat_model_end':
        this.#endModel(event.data, at);
        break;
      case 'on_tool_start':
        this.#calls.set(event.data.callId, this.#startTool(event.data.tool, event.data.callId, at));
        break;
      case 'on_tool_end':
        this.#endTool(event.data.callId, event.data.isError, at);
        break;
      case 'on_error':
        this.#failed(event.data.code, at);
        break;
      case 'on_node_end':
        this.#leave(at);
        break;
      case 'on_run_end':
        this.#leave(at);
        this.#ended = true;
        this.#run.setAttribute('cadence.run.status', event.data.status);
        end(this.#run, at, event.data.status === 'failed' ? 'failed' : undefined);
    }
  }

  onLeft(): void {
    this.#leave(Date.now());
    if (!this.#ended) end(this.#run, Date.now(), 'left');
  }

  #start(name: string, startTime: number, attributes: Attributes, within: Context = this.#context): Span {
    const kind = attributes['gen_ai.operation.name'] === 'chat' ? SpanKind.CLIENT : SpanKind.INTERNAL;
    const shared = { 'gen_ai.conversation.id': this.#conversationId };
    return this.#tracer.startSpan(
      name,
      { kind, startTime, attributes: { ...attributes, ...shared } },
      within,
    );
  }

  #startInNode(name: string, at: number, attributes: Attributes): Span {
    return this.#start(name, at, attributes, this.#node && trace.setSpan(this.#context, this.#node));
  }

  #enter(node: string, nodeType: string, at: number): void {
    this.#leave(at);
    const isAgent = builtInKinds.find(nodeType)?.span === 'agent';
    this.#node = this.#start(`${isAgent ? 'invoke_agent' : 'node'} ${node}`, at, {
      ...(isAgent && { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': node }),
      'cadence.node.name': node,
      'cadence.node.type': nodeType,
    });
  }

  #failed(code: string, at: number): void {
    if (this.#model) end(this.#model, at, code);
    this.#model = undefined;
    if (this.#node) fail(this.#node, code);
  }

  /** Ends the visit and what it left open. */
  #leave(at: number): void {
    for (const span of [...this.#calls.values(), this.#model, this.#node]) span?.end(at);
    this.#calls.clear();
    this.#model = undefined;
    this.#node = undefined;
  }

  #startModel(name: string, at: number): Span {
    const [, provider = name, model = name] = /^([^:]+):(.+)$/.exec(name) ?? [];
    return this.#startInNode(`chat ${model}`, at, {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': provider,
      'gen_ai.request.model': model,
    });
  }

  #endModel({ model, usage, finishReason }: ModelEnd, at: number): void {
    this.#model?.setAttributes({
      'gen_ai.response.model': model.replace(/^[^:]+:/, ''),
      'gen_ai.response.finish_reasons': [finishReason],
      'gen_ai.usage.input_tokens': usage.inputTokens,
      'gen_ai.usage.output_tokens': usage.outputTokens,
      ...(usage.cachedInputTokens && { 'gen_ai.usage.cache_read.input_tokens': usage.cachedInputTokens }),
      ...(usage.cacheWriteTokens && { 'gen_ai.usage.cache_creation.input_tokens': usage.cacheWriteTokens }),
    });
    this.#model?.end(at);
    this.#model = undefined;
  }

  #startTool(tool: string, callId: string, at: number): Span {
    return this.#startInNode(`execute_tool ${tool}`, at, {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': tool,
      'gen_ai.tool.call.id': callId,
      'gen_ai.tool.type': 'function',
    });
  }

  #endTool(callId: string, isError: boolean, at: number): void {
    const span = this.#calls.get(callId);
    if (span) end(span, at, isError ? 'tool_error' : undefined);
    this.#calls.delete(callId);
  }
}

type ModelEnd = Extract<RunEvent, { type: 'on_chat_model_end' }>['data'];

function fail(span: Span, type: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', type);
}

function end(span: Span, at: number, failure: string | undefined): void {
  if (failure !== undefined) fail(span, failure);
  span.end(at);
}
