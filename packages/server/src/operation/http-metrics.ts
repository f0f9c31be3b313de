import { Histogram, type Registry } from 'prom-client';

export interface HttpMetrics {
  /** `route` is the pattern, so that there are as many as routes. */
  finished(route: string, method: string, status: number, ms: number): void;
}

export function httpMetrics(registers: Registry[]): HttpMetrics {
  const duration = new Histogram({
    name: 'cadence_http_request_duration_seconds',
    help: 'Requests, from their headers to the end of the reply; a stream counts until it ends',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
    registers,
  });
  return {
    finished(route, method, status, ms) {
      duration.observe({ route, method, status }, ms / 1000);
    },
  };
}
