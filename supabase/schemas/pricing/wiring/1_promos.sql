-- Promotions: codes that reduce a fare.

create trigger promos__audit after insert or update or delete on public.promos
  for each row when (pg_trigger_depth() = 0) execute function app.tg_audit();
