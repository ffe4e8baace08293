-- Ratings: riders rate drivers and drivers rate riders, once each per booking.
-- Access: the author and admins read stars and comments; the receiver and a driver's fleet admin read them once both
--         people have rated or a day has passed, the comments without names
-- Tests:  tests/db/ratings.sql

-- Updates the receiver's average. If the receiver is a driver, notifies the driver of the stars. Call it only once the
-- receiver may see the stars, because the average and the notice reveal them.
create function app.count_rating(given public.ratings) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Locks the receiver: of two ratings of one person at the same time, the second waits and then also counts the first.
  perform 1 from public.profiles p where p.id = (given).to_id for no key update;
  update public.ratings g set counted = true where g.booking_id = (given).booking_id and g.from_id = (given).from_id
    and not g.counted;
  if not found then return; end if;
  update public.profiles p set rating = r.average, rating_count = r.n
  from (select round(avg(g.stars), 1) as average, count(*) as n from public.ratings g where g.to_id = (given).to_id
    and g.counted) r
  where p.id = (given).to_id;
  perform app.notify(b.driver_id, 'trip_rated', app.notice_params(b) || jsonb_build_object('stars',
    (given).stars), b.id)
  from public.bookings b where b.id = (given).booking_id and b.driver_id = (given).to_id;
end $$;

create function app.publish_ratings() returns void language plpgsql security definer set search_path = '' as $$
begin
  -- Ratings are counted in the order of their receivers' ids. The receivers' rows stay locked, so in this order two
  -- concurrent runs cannot deadlock.
  perform app.count_rating(d.rating) from (select g as rating from public.ratings g
    where not g.counted and g.shown_from <= app.now() order by g.to_id limit 1000) d;
end $$;
comment on function app.publish_ratings is 'Counts the ratings that are 24 hours old. Safe to call at any time.';

create function app.add_rating(booking_id uuid, from_id uuid, to_id uuid, stars integer, comment text,
  tags text[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.ratings (booking_id, from_id, to_id, stars)
  values (add_rating.booking_id, add_rating.from_id, add_rating.to_id, add_rating.stars);
  insert into public.rating_comments (booking_id, from_id, to_id, comment, tags)
  select add_rating.booking_id, add_rating.from_id, add_rating.to_id, c.comment, c.tags
  from (select nullif(btrim(left(add_rating.comment, 1000)), '') as comment, array(select distinct t
    from unnest(add_rating.tags) t) as tags) c
  where c.comment is not null or c.tags <> '{}';
  if (select count(*) from public.ratings g where g.booking_id = add_rating.booking_id) = 2 then
    update public.ratings g set shown_from = least(g.shown_from, app.now()) where g.booking_id = add_rating.booking_id;
    perform app.count_rating(g) from public.ratings g where g.booking_id = add_rating.booking_id and not g.counted
      order by g.to_id;
  end if;
end $$;

create function public.rate_booking(booking_id uuid, stars integer default null, comment text default null,
  tags text[] default '{}') returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_booking public.bookings;
  v_given integer;
begin
  v_booking := app.lock_booking(rate_booking.booking_id);
  if v_me.id is distinct from v_booking.customer_id and v_me.id is distinct from v_booking.driver_id
    or v_booking.customer_id is null then
    perform app.refuse('booking_not_found', 404, 'No such booking of the caller');
  end if;
  if rate_booking.stars not between 1 and 5 then
    perform app.refuse('rating_invalid', 422, 'Give 1 to 5 stars, or none to skip');
  end if;
  if not coalesce(rate_booking.tags, '{}') <@ app.rating_tags(v_me.id = v_booking.customer_id, rate_booking.stars) then
    perform app.refuse('rating_invalid', 422, 'Unknown tag for this number of stars');
  end if;
  if not app.is_paid(v_booking.status) then perform app.refuse_status(v_booking); end if;
  select g.stars into v_given from public.ratings g where g.booking_id = v_booking.id and g.from_id = v_me.id;
  if v_given is not null and rate_booking.stars is not null and v_given <> rate_booking.stars then
    perform app.refuse('already_rated', 409, 'A rating cannot be changed');
  end if;
  if rate_booking.stars is not null and v_given is null then
    perform app.add_rating(v_booking.id, v_me.id,
      case when v_me.id = v_booking.customer_id then v_booking.driver_id else v_booking.customer_id end,
        rate_booking.stars, rate_booking.comment, coalesce(rate_booking.tags, '{}'));
  end if;
  -- A rating by the driver does not change the booking, and a booking that is COMPLETE stays as it is. In both cases
  -- the booking's row is not written, because each update of it is broadcast.
  if v_me.id = v_booking.driver_id or v_booking.status = 'COMPLETE' then return v_booking; end if;
  perform app.set_actor('rider', v_me.id);
  return app.move_booking(v_booking.id, 'COMPLETE', jsonb_build_object('completed_at', app.now()));
end $$;
comment on function public.rate_booking is
  'Rates the other person of a trip. The rider rates the driver, optionally with tags of app.rating_tags() and a '
  'comment, or skips the rating by passing no stars; both complete the booking. The driver rates the rider. The '
  'receiver sees a rating once both have rated, or after 24 hours. Idempotent. '
  'Errors: must_login, booking_not_found, rating_invalid, wrong_status, already_rated.';
grant execute on function public.rate_booking(uuid, integer, text, text[]) to authenticated;
