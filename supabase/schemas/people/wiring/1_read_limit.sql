-- Read limit: how many bookings and people one staff member may read within a day (settings.export_limit).

-- Applies the read limit to every table with a contact or an exact place. While a limit is set, staff reads only rows
-- that a list has returned to them, and their own profile. The positions of drivers on duty are exempt, because the
-- desk's map needs them.
do $$
declare t record;
begin
  for t in select * from (values ('bookings', 'id'), ('booking_contacts', 'booking_id'),
    ('booking_stops', 'booking_id'),
      ('booking_revisions', 'booking_id'), ('booking_events', 'booking_id'), ('route_proposals', 'booking_id'),
      ('tracking_points', 'booking_id'), ('booking_offers', 'booking_id'), ('fare_quotes', 'customer_id'),
        ('profiles', 'id'),
      ('receipts', 'booking_id'), ('payment_events', 'payment_id')) as v (name, key)
  loop
    execute format('create policy "with a read limit staff reads what lists showed them" on public.%I as restrictive for select to authenticated
      using ((select app.has_no_read_limit()) or %I in (select app.rows_shown())%s)', t.name, t.key,
      case when t.name = 'profiles' then ' or id = (select auth.uid())' else '' end);
  end loop;
end $$;

-- Pictures of a booking follow the booking. Profile pictures and pictures of cars do not: the desk's pages show drivers
-- whom no list has shown, such as those on duty, with their picture.
create policy "with a read limit staff sees pictures of bookings it was shown" on storage.objects as restrictive
  for select to authenticated
  using (bucket_id <> 'bookings' or (select app.has_no_read_limit()) or split_part(name, '/', 1) in (select r.id::text
    from app.rows_shown() r (id)));
