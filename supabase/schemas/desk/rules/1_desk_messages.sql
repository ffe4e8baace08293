-- Desk talk: messages between drivers and the desk, with or without a trip.

create function app.desk_text(input text) returns text language plpgsql immutable set search_path = '' as $$
declare v_text text := btrim(app.plain_lines(left(desk_text.input, app.message_length() + 1)));
begin
  if app.is_blank(v_text) or length(v_text) > app.message_length() then
    perform app.refuse('message_invalid', 422, format('Write 1 to %s characters', app.message_length()));
  end if;
  return v_text;
end $$;
comment on function app.desk_text is
  'Cleans the text of a message; refuses an empty or too long one with message_invalid.';

create function app.lock_desk_conversation(driver_id uuid) returns public.drivers
language plpgsql security definer set search_path = '' as $$
declare v_driver public.drivers;
begin
  perform app.require_permission('bookings');
  select d.* into v_driver from public.drivers d where d.id = lock_desk_conversation.driver_id for no key update;
  if not found then perform app.refuse('person_not_found', 404, 'No such driver'); end if;
  return v_driver;
end $$;
