// `node --import …/register-host.ts --test` runs a plugin's own tests: its modules find the host's sdk and zod.
import { registerHostModules } from '../inspect/host-modules.ts';

registerHostModules();
