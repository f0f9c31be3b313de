import type { JsonValue } from '../json/json.ts';

/** A setting that was entered while the deployment runs. */
export interface StoredSetting {
  name: string;
  value: JsonValue;
  /** Who entered it: the id of a key, or `local`. */
  by: string;
  updatedAt: string;
}

/** They are of the deployment: all its processes read them. */
export interface SettingStore {
  /** In the order of their names. */
  list(): Promise<StoredSetting[]>;
  put(setting: Pick<StoredSetting, 'name' | 'value' | 'by'>): Promise<void>;
  /** Whether there was one. */
  delete(name: string): Promise<boolean>;
}
