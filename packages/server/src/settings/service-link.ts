const host = /^CADENCE_(?:\w+_)?SERVICE_(?:HOST|PORT(?:_\w+)?)$/;
const port = /^CADENCE_(?:\w+_)?PORT$/;
const portPart = /^CADENCE_(?:\w+_)?PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?$/;
const link = /^(?:tcp|udp|sctp):\/\//;

/**
 * Whether a variable is one that Kubernetes sets in every container for a service whose name begins with "cadence":
 * it means no setting, even where it has the name of one.
 */
export function isServiceLink(name: string, value: string): boolean {
  return host.test(name) || portPart.test(name) || (port.test(name) && link.test(value));
}
