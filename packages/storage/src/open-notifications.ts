import type { Notifications, NotificationsOptions } from './postgres/notifications.ts';

export async function openNotifications(options: NotificationsOptions): Promise<Notifications> {
  // The driver is loaded only where it is used: it would cost every start of the embedded database.
  const notifications = await import('./postgres/notifications.ts');
  return notifications.openNotifications(options);
}
