-- Cash that a driver took and that is not the fare, and tolls of a driver above what counts.

create function app.tg_cash_reports__broadcast() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform app.broadcast('booking:' || new.booking_id, 'booking', new.booking_id);
  perform app.broadcast('admin', 'attention');
  return null;
end $$;

create trigger cash_reports__broadcast after insert or update on public.cash_reports for each row
  execute function app.tg_cash_reports__broadcast();
