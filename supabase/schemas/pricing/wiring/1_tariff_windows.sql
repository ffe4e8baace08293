-- Tariff windows: surcharges at certain times, such as nights, weekends and holidays.

create trigger tariff_windows__audit after insert or update or delete on public.tariff_windows
  for each row when (pg_trigger_depth() = 0) execute function app.tg_audit();
