-- Zones: areas with a surcharge, with a fixed fare, or without service.

create trigger zones__audit after insert or update or delete on public.zones
  for each row when (pg_trigger_depth() = 0) execute function app.tg_audit();
