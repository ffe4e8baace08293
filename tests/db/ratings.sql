-- Ratings by riders and drivers.
select no_plan();
select tests.ride('PENDING');
select tests.act_as('rider');
select throws_ok($$ select public.rate_booking(tests.booking(), 5) $$, 'PT409', 'wrong_status', 'a rider cannot rate a ride before it is paid');
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select throws_ok($$ select public.rate_booking(tests.booking(), 0) $$, 'PT422', 'rating_invalid', 'a rating of zero stars is refused');
select throws_ok($$ select public.rate_booking(tests.booking(), 6) $$, 'PT422', 'rating_invalid', 'a rating of six stars is refused');
select tests.act_as('rider2');
select throws_ok($$ select public.rate_booking(tests.booking(), 1) $$, 'PT404', 'booking_not_found', 'another rider cannot rate the booking');
select tests.act_as('driver2');
select throws_ok($$ select public.rate_booking(tests.booking(), 1) $$, 'PT404', 'booking_not_found', 'another driver cannot rate the booking');
select tests.act_as('admin');
select throws_ok($$ select public.rate_booking(tests.booking(), 1) $$, 'PT404', 'booking_not_found', 'an admin cannot rate a booking');
select tests.as_visitor();
select throws_ok($$ select public.rate_booking(gen_random_uuid(), 1) $$, '42501', null, 'a visitor cannot rate a booking');

create temp table heard as select count(*) as n from tests.events_of('driver:' || tests.id('driver')) e where e like 'driver%' or e like 'profile%';
grant select on heard to public;
select tests.act_as('rider');
select results_eq($$ select status::text, completed_at from public.rate_booking(tests.booking(), 4, ' Smooth ride ') $$,
  -- Spec 1.6, 3.34
  $$ values ('COMPLETE', app.now()) $$, 'the rider''s rating completes the booking');
select is((public.rate_booking(tests.booking(), 4)).status, 'COMPLETE', 'a rider can repeat the same rating');
select throws_ok($$ select public.rate_booking(tests.booking(), 1) $$, 'PT409', 'already_rated', 'a rider cannot change a rating');
select results_eq($$ select r.to_id, r.stars, c.comment from public.ratings r join public.rating_comments c using (booking_id, from_id) $$,
  $$ values (tests.id('driver'), 4, 'Smooth ride') $$, 'the rider reads the stars and the comment that they gave');
-- Before both sides have rated
select tests.act_as('driver');
select is_empty($$ select 1 from public.ratings $$, 'a driver who has not rated yet cannot read the rider''s stars');
select ok(not exists (select 1 from public.bookings b where to_jsonb(b)::text like '%"rating"%'), 'a booking contains no stars');
select results_eq($$ select rating, rating_count from public.profiles $$, $$ values (null::numeric, 0) $$, 'a driver''s average does not include stars before both have rated');
select is(to_jsonb(public.rating_details()), '{"userrating": null, "count": 0, "details": [], "comments": [], "tags": {}}', 'rating_details does not include a rating before both have rated');
select is_empty($$ select 1 from public.notices where key = 'trip_rated' $$, 'a driver gets no notice of a rating before both have rated');
select tests.as_owner();
select is((select count(*) from tests.events_of('driver:' || tests.id('driver')) e where e like 'driver%' or e like 'profile%'), (select n from heard), 'a rating is not broadcast to the driver before both have rated');
select tests.act_as('admin');
select is((select count(*) from public.ratings), 1::bigint, 'an admin reads a rating at once');
select is((to_jsonb(public.rating_details(tests.id('driver'))) -> 'details' -> 0 ->> 'rate')::integer, 4, 'an admin reads the rating details at once');
select tests.act_as('driver');
select is((public.rate_booking(tests.booking(), 5, '  ')).status, 'COMPLETE', 'the driver rates the rider, and the booking stays complete');
select is((select count(*) from public.ratings), 2::bigint, 'both ratings can be read after both sides have rated');
-- Spec 3.11
select is((select rating from public.profiles), 4.0, 'the driver has an average after both have rated');
select is((select rating_count from public.profiles), 1, 'the driver''s average counts one rating');
select is((select stars from public.ratings where to_id = tests.id('driver')), 4, 'a driver reads the rider''s stars after both have rated');
select is_empty($$ select 1 from public.rating_comments $$, 'a driver cannot read who wrote a comment');
select is(to_jsonb(public.rating_details()) -> 'comments', jsonb_build_array(jsonb_build_object('comment', 'Smooth ride', 'month', to_char(app.now() at time zone 'Europe/Vaduz', 'YYYY-MM'))),
  'a driver reads a comment without its author');
select is((to_jsonb(public.rating_details()) ->> 'userrating') || ' of ' || (to_jsonb(public.rating_details()) ->> 'count'), '4.0 of 1', 'the rating details have the average and the count');
-- Spec 3.11, 4.32
select is((to_jsonb(public.rating_details()) #> '{details,0}') - 'at', jsonb_build_object('user', tests.id('rider'), 'rate', 4, 'booking_id', tests.booking()), 'the rating details say which rider gave which stars');
select throws_ok($$ select public.rating_details(tests.id('driver2')) $$, 'PT403', 'not_allowed', 'a driver cannot read the rating details of another driver');
select tests.act_as('rider');
select is((select rating from public.profiles), 5.0, 'the rider has an average after both have rated');
select tests.act_as('rider2');
select is_empty($$ select 1 from public.ratings $$, 'another rider cannot read the ratings');
select is_empty($$ select 1 from public.rating_comments $$, 'another rider cannot read the comments');
select throws_ok($$ select public.rating_details(tests.id('driver')) $$, 'PT403', 'not_allowed', 'another rider cannot read the driver''s rating details');
select is(to_jsonb(public.rating_details()) -> 'details', '[]', 'a rider without ratings has empty rating details');
select tests.as_visitor();
select throws_ok($$ select public.rating_details() $$, '42501', null, 'a visitor cannot read rating details');
select tests.act_as('fleet');
select throws_ok($$ select public.rating_details(tests.id('driver')) $$, 'PT403', 'not_allowed', 'a fleet admin cannot read the rating details of another fleet''s driver');
select is(to_jsonb(public.rating_details(tests.id('driver2'))) ->> 'count', '0', 'a fleet admin reads the rating details of the own drivers');
select tests.act_as('admin');
select is((select count(*) from public.ratings), 2::bigint, 'an admin reads all ratings');
select results_eq($$ select comment from public.rating_comments $$, array['Smooth ride'], 'an admin reads every comment');
select is((to_jsonb(public.rating_details(tests.id('driver'))) #> '{comments,0}') - 'month', jsonb_build_object('comment', 'Smooth ride', 'user', tests.id('rider'),
  'booking_id', tests.booking()), 'an admin reads who wrote a comment');
select throws_ok($$ insert into public.ratings (booking_id, from_id, to_id, stars) values (tests.booking(), tests.id('admin'), tests.id('driver'), 1) $$,
  '42501', null, 'an admin cannot write a rating');

select tests.as_owner(), tests.turn('1 minute'), tests.ride('PAID');
select tests.act_as('driver');
select is((public.rate_booking(tests.booking(), 3)).status, 'PAID', 'a driver can rate before the rider');
select tests.act_as('rider');
select is_empty($$ select 1 from public.ratings where booking_id = tests.booking() $$, 'a rider who has not rated cannot read the driver''s stars');
select is((public.rate_booking(tests.booking())).status, 'COMPLETE', 'a rider can skip the rating, which completes the booking');
select is((select rating from public.profiles), 5.0, 'skipping the rating does not show the driver''s stars');
select is((public.rate_booking(tests.booking(), 5)).status, 'COMPLETE', 'a rider who skipped the rating can rate later');
select is((select rating from public.profiles), 4.0, 'a rider''s average of 5 and 3 stars is 4.0');
select tests.act_as('driver');
-- Spec 4.32
select is((select rating from public.profiles), 4.5, 'a driver''s average of 4 and 5 stars is 4.5');
select tests.as_owner(), tests.turn('1 minute'), tests.ride('PAID');
select tests.let('rider', format('select public.rate_booking(%L, 1, %L)', tests.booking(), repeat('x', 5000)));
-- A day later without the other side's rating
select tests.turn('23 hours 59 minutes');
select app.publish_ratings();
select is((select rating from public.profiles where id = tests.id('driver')), 4.5, 'the stars of one side do not count in the average for a day');
select tests.act_as('driver');
select is_empty($$ select 1 from public.ratings where booking_id = tests.booking() $$, 'a driver cannot read the stars of one side for a day');
select tests.as_owner(), tests.turn('1 minute');
select tests.act_as('driver');
select is((select stars from public.ratings where booking_id = tests.booking()), 1, 'a driver reads the stars of one side after a day');
select tests.as_owner();
select app.publish_ratings(), app.publish_ratings();
-- Spec 9.22
select is((select rating from public.profiles where id = tests.id('driver')), 3.3, 'a driver''s average of 4, 5 and 1 stars is 3.3');
select is((select max(length(comment)) from public.rating_comments), 1000, 'a comment is cut at 1,000 characters');
select results_eq($$ select key, params ->> 'stars' from public.notices where key = 'trip_rated' order by id $$,
  $$ values ('trip_rated', '4'), ('trip_rated', '5'), ('trip_rated', '1') $$, 'the driver gets a notice of each rating');
select ok(not exists (select 1 from public.notices where params::text like '%xxx%'), 'the notice of a rating does not contain the comment');

-- Tags
select tests.as_owner(), tests.turn('1 minute'), tests.ride('PAID');
select tests.act_as('rider');
select throws_ok($$ select public.rate_booking(tests.booking(), 5, null, '{late}') $$, 'PT422', 'rating_invalid', 'five stars with a complaint are refused');
select throws_ok($$ select public.rate_booking(tests.booking(), 2, null, '{kept_waiting}') $$, 'PT422', 'rating_invalid', 'a rider cannot use a tag that only drivers use');
select throws_ok($$ select public.rate_booking(tests.booking(), 2, null, array['<b>late</b>']) $$, 'PT422', 'rating_invalid', 'an unknown tag is refused');
select throws_ok($$ select public.rate_booking(tests.booking(), 2, null, array_fill('x'::text, array[10000])) $$, 'PT422', 'rating_invalid', '10,000 tags are refused');
select lives_ok($$ select public.rate_booking(tests.booking(), 2, null, '{late,detour,late}') $$, 'a rider rates with tags instead of a comment');
select tests.act_as('driver');
select ok(not (to_jsonb(public.rating_details()) -> 'tags' ? 'detour'), 'the driver cannot read the tags before both have rated or a day is over');
select lives_ok($$ select public.rate_booking(tests.booking(), 5, null, '{ready}') $$, 'the driver rates the rider with a tag');
select is(to_jsonb(public.rating_details()) -> 'tags' ->> 'detour', '1', 'the driver reads the count of each tag without its author');
select * from finish();
