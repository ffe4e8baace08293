-- The search of bookings: by reference, names, numbers, plates, addresses and notes, several words in any order,
-- whatever their case, accents or script.

create function app.tg_booking_contacts__words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update app.booking_words w set words = app.search_words_of(b) from public.bookings b
  where w.booking_id = case when tg_op = 'DELETE' then old.booking_id else new.booking_id end and b.id = w.booking_id;
  return null;
end $$;

create trigger booking_contacts__words after insert or delete or update of guest_phone, delivery_person,
  delivery_person_phone, received_by, pick_up_instructions,
  delivery_instructions on public.booking_contacts
  for each row execute function app.tg_booking_contacts__words();
