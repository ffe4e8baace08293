-- Position topics: the private topic on which the driver of a trip sends the car's position to the people who may
-- follow it.
-- Access: rider, driver, fleet admin and admins get the topic of a trip under way from position_topic; policies on
--   realtime.messages call the helper functions
-- Tests:  tests/db/realtime_topics.sql, tests/api/realtime/rights.test.ts

create function public.position_topic(booking_id uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare v_booking public.bookings := app.readable_booking(position_topic.booking_id);
begin
  return (select t.topic from app.position_topics t where t.booking_id = v_booking.id);
end $$;
comment on function public.position_topic is
  'The private topic on which the driver of a trip sends the position, from ACCEPTED to STARTED, otherwise null. For '
  'the rider, the driver, the fleet admin and admins. It changes with each driver. '
  'Errors: must_login, not_allowed, booking_not_found.';
grant execute on function public.position_topic(uuid) to authenticated;

create function app.can_follow_position(topic text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from app.position_topics t where t.topic = can_follow_position.topic
    and app.can_read_booking(t.booking_id::text))
$$;
comment on function app.can_follow_position is
  'Whether a text is the position topic of a trip under way that the caller may follow.';
grant execute on function app.can_follow_position(text) to authenticated;

create function app.can_send_position(topic text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from app.position_topics t where t.topic = can_send_position.topic
    and app.is_driving_booking(t.booking_id::text))
$$;
comment on function app.can_send_position is
  'Whether a text is the position topic of a trip under way that the caller drives.';
grant execute on function app.can_send_position(text) to authenticated;
