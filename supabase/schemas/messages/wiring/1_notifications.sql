-- Notifications: messages that an admin sends to all people, all riders or all drivers.

create trigger notifications__audit after insert or delete on public.notifications
  for each row when (pg_trigger_depth() = 0) execute function app.tg_audit();
