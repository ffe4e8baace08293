-- Notices: messages to a person, which the person can read in the app and which are also pushed to their devices.

create function app.notice_screen(key text, booking_id uuid) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return case
    when key ~ '^(wallet|withdrawal|referral|refund|tip|bonus|payout|decision)' then 'Wallet'
    when key ~ '^(document|profile|account|bank|contact)' or (key ~ '^file' and booking_id is null) then 'Profile'
    when key ~ '^(trip_(offered|assigned|withdrawn)|job_passed_on|claim)' then 'DriverTrips'
    when key ~ '^chat' then 'onlineChat'
    when booking_id is not null then 'BookedCab'
  end;
end $$;

create function app.unread_notices(user_id uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from (select 1 from public.notices n
    where n.user_id = unread_notices.user_id and n.read_at is null limit 99) unread
$$;
comment on function app.unread_notices is 'How many notices a person has not read; 99 also for more.';

-- Returns the values for the placeholders in the texts of notices about a booking.
create function app.notice_params(booking public.bookings) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_strip_nulls(jsonb_build_object('reference', booking.reference, 'driver', booking.driver_name,
    'vehicle_number', booking.vehicle_number, 'pickup', booking.pickup_address, 'drop', booking.drop_address,
    'trip_at', booking.trip_at, 'trip_cost', booking.trip_cost));
end $$;

-- Returns the town at the end of an address such as "Städtle 12, 9490 Vaduz". Returns null if the text after the last
-- comma may be more precise than a town, for example because it contains a house number.
create function app.town_of(address text) returns text language sql immutable set search_path = '' as $$
  select t.town from (select btrim(regexp_replace(substring(town_of.address from ',([^,]*)$'),
    '^\s*[A-Z]{0,2}-?[0-9 ]{3,7}\s', '')) as town) t
  where t.town ~ '^[[:alpha:]][[:alpha:] .''-]{1,39}$'
$$;
