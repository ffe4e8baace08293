-- Extras: additional costs such as tolls and parking, entered during a trip and paid with it.

create trigger booking_extras__attach_file after insert or update of photo on public.booking_extras
  for each row when (new.photo is not null) execute function app.tg_attach_file('photo', 'bookings');
