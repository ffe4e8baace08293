-- Desk talk: messages between drivers and the desk, with or without a trip.

create function app.tg_desk_messages__broadcast() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform app.broadcast('admin', 'attention');
  perform app.broadcast('driver:' || new.driver_id, 'desk');
  return null;
end $$;

create trigger desk_messages__broadcast after insert or update on public.desk_messages for each row
  execute function app.tg_desk_messages__broadcast();
