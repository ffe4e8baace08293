-- Ratings both ways.
select no_plan();
select tests.ride('PENDING');
select tests.act_as('rider');
select throws_ok($$ select public.rate_booking(tests.booking(), 5) $$, 'PT409', 'wrong_status', 'a ride is rated once it is paid');
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select throws_ok($$ select public.rate_booking(tests.booking(), 0) $$, 'PT422', 'rating_invalid', 'there are no zero stars');
select throws_ok($$ select public.rate_booking(tests.booking(), 6) $$, 'PT422', 'rating_invalid', 'there are no six stars');
select tests.act_as('rider2');
select throws_ok($$ select public.rate_booking(tests.booking(), 1) $$, 'PT404', 'booking_not_found', 'a stranger rates nobody');
select tests.act_as('driver2');
select throws_ok($$ select public.rate_booking(tests.booking(), 1) $$, 'PT404', 'booking_not_found', 'another driver rates nobody');
select tests.act_as('admin');
select throws_ok($$ select public.rate_booking(tests.booking(), 1) $$, 'PT404', 'booking_not_found', 'an admin rates nobody');
select tests.as_visitor();
select throws_ok($$ select public.rate_booking(gen_random_uuid(), 1) $$, '42501', null, 'a visitor rates nobody');

create temp table heard as select count(*) as n from tests.events_of('driver:' || tests.id('driver')) e where e like 'driver%' or e like 'profile%';
grant select on heard to public;
select tests.act_as('rider');
select results_eq($$ select status::text, completed_at from public.rate_booking(tests.booking(), 4, ' Smooth ride ') $$,
  $$ values ('COMPLETE', app.now()) $$, 'the rider''s stars complete the booking');
select is((public.rate_booking(tests.booking(), 4)).status, 'COMPLETE', 'rating twice is rating once');
select throws_ok($$ select public.rate_booking(tests.booking(), 1) $$, 'PT409', 'already_rated', 'a rating cannot be changed');
select results_eq($$ select r.to_id, r.stars, c.comment from public.ratings r join public.rating_comments c using (booking_id, from_id) $$,
  $$ values (tests.id('driver'), 4, 'Smooth ride') $$, 'the rider reads what they gave');
-- Before both have rated
select tests.act_as('driver');
select is_empty($$ select 1 from public.ratings $$, 'a driver who has not rated yet does not read the rider''s stars');
select ok(not exists (select 1 from public.bookings b where to_jsonb(b)::text like '%"rating"%'), 'a booking carries no stars');
select results_eq($$ select rating, rating_count from public.profiles $$, $$ values (null::numeric, 0) $$, 'the average does not tell of them');
select is(to_jsonb(public.rating_details()), '{"userrating": null, "count": 0, "details": [], "comments": [], "tags": {}}', 'their details and words neither');
select is_empty($$ select 1 from public.notices where key = 'trip_rated' $$, 'no notice tells of them');
select tests.as_owner();
select is((select count(*) from tests.events_of('driver:' || tests.id('driver')) e where e like 'driver%' or e like 'profile%'), (select n from heard), 'no broadcast tells of them');
select tests.act_as('admin');
select is((select count(*) from public.ratings), 1::bigint, 'an admin reads them at once');
select is((to_jsonb(public.rating_details(tests.id('driver'))) -> 'details' -> 0 ->> 'rate')::integer, 4, 'an admin reads the details of ratings at once');
select tests.act_as('driver');
select is((public.rate_booking(tests.booking(), 5, '  ')).status, 'COMPLETE', 'the driver rates the rider, which changes no status');
select is((select count(*) from public.ratings), 2::bigint, 'then both are known');
select is((select rating from public.profiles), 4.0, 'the driver has an average');
select is((select rating_count from public.profiles), 1, 'of one');
select is((select stars from public.ratings where to_id = tests.id('driver')), 4, 'a driver reads the stars');
select is_empty($$ select 1 from public.rating_comments $$, 'a driver does not read whose words are whose');
select is(to_jsonb(public.rating_details()) -> 'comments', jsonb_build_array(jsonb_build_object('comment', 'Smooth ride', 'month', to_char(app.now() at time zone 'Europe/Vaduz', 'YYYY-MM'))),
  'only the words');
select is((to_jsonb(public.rating_details()) ->> 'userrating') || ' of ' || (to_jsonb(public.rating_details()) ->> 'count'), '4.0 of 1', 'with the average');
select is((to_jsonb(public.rating_details()) #> '{details,0}') - 'at', jsonb_build_object('user', tests.id('rider'), 'rate', 4, 'booking_id', tests.booking()), 'the details say who gave which stars');
select throws_ok($$ select public.rating_details(tests.id('driver2')) $$, 'PT403', 'not_allowed', 'of nobody else');
select tests.act_as('rider');
select is((select rating from public.profiles), 5.0, 'the rider has an average too');
select tests.act_as('rider2');
select is_empty($$ select 1 from public.ratings $$, 'a stranger reads none');
select is_empty($$ select 1 from public.rating_comments $$, 'a stranger reads no words');
select throws_ok($$ select public.rating_details(tests.id('driver')) $$, 'PT403', 'not_allowed', 'by no way');
select is(to_jsonb(public.rating_details()) -> 'details', '[]', 'a stranger has no ratings');
select tests.as_visitor();
select throws_ok($$ select public.rating_details() $$, '42501', null, 'a visitor neither');
select tests.act_as('fleet');
select throws_ok($$ select public.rating_details(tests.id('driver')) $$, 'PT403', 'not_allowed', 'a fleet admin reads no details of others'' drivers');
select is(to_jsonb(public.rating_details(tests.id('driver2'))) ->> 'count', '0', 'a fleet admin reads the details of the own drivers');
select tests.act_as('admin');
select is((select count(*) from public.ratings), 2::bigint, 'an admin reads all');
select results_eq($$ select comment from public.rating_comments $$, array['Smooth ride'], 'an admin reads every word');
select is((to_jsonb(public.rating_details(tests.id('driver'))) #> '{comments,0}') - 'month', jsonb_build_object('comment', 'Smooth ride', 'user', tests.id('rider'),
  'booking_id', tests.booking()), 'an admin reads whose words they are');
select throws_ok($$ insert into public.ratings (booking_id, from_id, to_id, stars) values (tests.booking(), tests.id('admin'), tests.id('driver'), 1) $$,
  '42501', null, 'an admin writes no rating');

select tests.as_owner(), tests.turn('1 minute'), tests.ride('PAID');
select tests.act_as('driver');
select is((public.rate_booking(tests.booking(), 3)).status, 'PAID', 'the driver may be first');
select tests.act_as('rider');
select is_empty($$ select 1 from public.ratings where booking_id = tests.booking() $$, 'a rider who has not rated does not read the driver''s stars');
select is((public.rate_booking(tests.booking())).status, 'COMPLETE', 'a rider may skip');
select is((select rating from public.profiles), 5.0, 'skipping shows nothing');
select is((public.rate_booking(tests.booking(), 5)).status, 'COMPLETE', 'who skipped may rate later after all');
select is((select rating from public.profiles), 4.0, 'stars 5 and 3 are 4.0');
select tests.act_as('driver');
select is((select rating from public.profiles), 4.5, 'stars 4 and 5 are 4.5');
select tests.as_owner(), tests.turn('1 minute'), tests.ride('PAID');
select tests.let('rider', format('select public.rate_booking(%L, 1, %L)', tests.booking(), repeat('x', 5000)));
-- A day later without the other side
select tests.turn('23 hours 59 minutes');
select app.show_ratings();
select is((select rating from public.profiles where id = tests.id('driver')), 4.5, 'for a day one side''s stars do not count');
select tests.act_as('driver');
select is_empty($$ select 1 from public.ratings where booking_id = tests.booking() $$, 'stars of one side are not read for a day');
select tests.as_owner(), tests.turn('1 minute');
select tests.act_as('driver');
select is((select stars from public.ratings where booking_id = tests.booking()), 1, 'after it they are read');
select tests.as_owner();
select app.show_ratings(), app.show_ratings();
select is((select rating from public.profiles where id = tests.id('driver')), 3.3, 'the average of 4, 5 and 1 is 3.3');
select is((select max(length(comment)) from public.rating_comments), 1000, 'a novel is cut');
select results_eq($$ select key, params ->> 'stars' from public.notices where key = 'trip_rated' order by id $$,
  $$ values ('trip_rated', '4'), ('trip_rated', '5'), ('trip_rated', '1') $$, 'each rating was told to the driver');
select ok(not exists (select 1 from public.notices where params::text like '%xxx%'), 'without the words');

-- Tags
select tests.as_owner(), tests.turn('1 minute'), tests.ride('PAID');
select tests.act_as('rider');
select throws_ok($$ select public.rate_booking(tests.booking(), 5, null, '{late}') $$, 'PT422', 'rating_invalid', 'five stars do not go with a complaint');
select throws_ok($$ select public.rate_booking(tests.booking(), 2, null, '{kept_waiting}') $$, 'PT422', 'rating_invalid', 'a rider says nothing that only drivers say');
select throws_ok($$ select public.rate_booking(tests.booking(), 2, null, array['<b>late</b>']) $$, 'PT422', 'rating_invalid', 'a tag is one of a list');
select throws_ok($$ select public.rate_booking(tests.booking(), 2, null, array_fill('x'::text, array[10000])) $$, 'PT422', 'rating_invalid', 'ten thousand tags are refused');
select lives_ok($$ select public.rate_booking(tests.booking(), 2, null, '{late,detour,late}') $$, 'tags say what was wrong without a word');
select tests.act_as('driver');
select ok(not (to_jsonb(public.rating_details()) -> 'tags' ? 'detour'), 'the driver does not know the tags before both have rated or a day is over');
select lives_ok($$ select public.rate_booking(tests.booking(), 5, null, '{ready}') $$, 'the driver says what was good');
select is(to_jsonb(public.rating_details()) -> 'tags' ->> 'detour', '1', 'then the driver reads how often, and not of whom');
select * from finish();
