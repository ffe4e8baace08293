-- Sharing a trip: links with which friends, family or a guest can follow a trip.

create function app.text_booked(booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if (booking).status = 'PAYMENT_PENDING' then return; end if;
  -- The owner of the number did not ask for the text message, so riders can cause only some of them. The desk has no
  -- limit. A parcel is sent all the same, only without the text.
  if (booking).created_by = (booking).customer_id then
    if (booking).category = 'delivery' then
      if app.has_many_recipients((booking).customer_id) then return; end if;
    elsif (booking).guest_name is not null then
      perform app.enforce_limit('guest_text', (booking).customer_id::text);
    end if;
  end if;
  perform app.text_trip(booking, 'booked');
end $$;
comment on function app.text_booked is
  'Texts the guest, the recipient, or a customer without the app that the trip is booked, with a link to it, and a '
  'guest the start code; nothing before a parcel is paid. '
  'Errors: too_many_requests.';

create function app.delete_links(user_id uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  delete from app.trip_shares s using public.bookings b where b.id = s.booking_id
    and b.customer_id = delete_links.user_id;
  delete from app.guest_links g using public.bookings b where b.id = g.booking_id
    and b.customer_id = delete_links.user_id;
end $$;
comment on function app.delete_links is 'Deletes the links to the trips of a rider who leaves.';

create function public.share_trip(booking_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.caller();
  v_booking public.bookings;
  v_token text;
begin
  select b.* into v_booking from public.bookings b where b.id = share_trip.booking_id and b.customer_id = v_me.id
    for no key update;
  if not found then perform app.refuse('booking_not_found', 404, 'No such booking of the caller'); end if;
  if not app.can_share(v_booking) then perform app.refuse_status(v_booking); end if;
  insert into app.trip_shares as s (booking_id, token) values (v_booking.id, replace(gen_random_uuid()::text, '-', ''))
  on conflict on constraint trip_shares_pkey do update
    set token = case when s.ended_at is null then s.token else excluded.token end, ended_at = null
  returning s.token into v_token;
  return v_token;
end $$;
comment on function public.share_trip is
  'Returns the rider''s secret token for a link to a current trip (shared_trip). It stays the same until '
  'unshare_trip; then a new one is made. '
  'Errors: must_login, booking_not_found, wrong_status.';
grant execute on function public.share_trip(uuid) to authenticated;

create function public.unshare_trip(booking_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare v_me public.profiles := app.caller();
begin
  if not exists (select 1 from public.bookings b where b.id = unshare_trip.booking_id and b.customer_id = v_me.id) then
    perform app.refuse('booking_not_found', 404, 'No such booking of the caller');
  end if;
  update app.trip_shares s set ended_at = app.now() where s.booking_id = unshare_trip.booking_id and s.ended_at is null;
end $$;
comment on function public.unshare_trip is
  'Ends the rider''s link to the trip; does nothing if there is none. '
  'Errors: must_login, booking_not_found.';
grant execute on function public.unshare_trip(uuid) to authenticated;

create function public.end_guest_link(booking_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.caller();
  v_booking public.bookings;
begin
  select b.* into v_booking from public.bookings b where b.id = end_guest_link.booking_id;
  if app.role_in(v_booking, v_me) = 'driver' then
    perform app.refuse('not_allowed', 403, 'Only the rider or the desk ends a guest''s link');
  end if;
  update app.guest_links g set ended_at = app.now() where g.booking_id = v_booking.id and g.ended_at is null;
  if found and v_me.usertype = 'admin' then perform app.audit('end_guest_link', 'bookings', v_booking.id::text); end if;
end $$;
comment on function public.end_guest_link is
  'Ends the link that was texted to a guest, with its start code, at once. For the rider or the desk; does nothing if '
  'there is none. '
  'Errors: must_login, booking_not_found, not_allowed.';
grant execute on function public.end_guest_link(uuid) to authenticated;
