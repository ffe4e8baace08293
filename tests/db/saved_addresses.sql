-- Saved addresses: visits are counted by rides, labels are given by their owner.
select no_plan();
-- Ends a ride `metres` north of the first place.
create function tests.end_at(metres double precision, address text default 'Somewhere') returns void language plpgsql security definer as $$
declare v_booking public.bookings;
begin
  v_booking.customer_id := tests.id('rider');
  v_booking.drop_lat := 47 + degrees(metres / 6371008.8);
  v_booking.drop_lng := 9.5;
  v_booking.drop_address := address;
  perform app.save_address(v_booking);
end $$;
create function tests.place(name text) returns uuid language sql volatile security definer as $$
  select a.id from public.saved_addresses a where a.label = place.name or a.description = place.name
$$;
delete from public.saved_addresses;

-- Rides
select tests.end_at(0, 'First');
-- Spec 3.12
select results_eq($$ select description, count from public.saved_addresses $$, $$ values ('First', 1) $$, 'a first ride saves its drop with a count of 1');
select tests.end_at(99.9);
-- Spec 4.22, 9.17
select results_eq($$ select description, count from public.saved_addresses $$, $$ values ('First', 2) $$, 'a drop within 0.1 km counts as the same place');
select tests.end_at(100.1, 'Second');
-- Spec 4.22, 9.17
select results_eq($$ select description, count from public.saved_addresses order by created_at, id $$, $$ values ('First', 2), ('Second', 1) $$, 'a drop more than 0.1 km away is saved as another place');
select tests.end_at(60);
select results_eq($$ select description, count from public.saved_addresses order by created_at, id $$, $$ values ('First', 2), ('Second', 2) $$, 'a drop near two places counts for the nearer one');
select tests.end_at(-50);
select is((select count from public.saved_addresses where description = 'First'), 3, 'a drop south of a place also counts for it');

-- Naming
select tests.as_visitor();
select throws_ok($$ select public.save_address('Home', 'x', 47, 9) $$, '42501', null, 'a visitor cannot save an address');
select throws_ok($$ select public.rename_address(gen_random_uuid(), 'Home') $$, '42501', null, 'a visitor cannot label an address');
select tests.act_as('rider');
select results_eq($$ select label, description, count from public.save_address(' home ', ' Lindenweg 3 ', 47.2, 9.5) $$, $$ values ('home', 'Lindenweg 3', 0) $$, 'a rider saves a home address');
select is((public.save_address('HOME', 'Lindenweg 3', 47.2, 9.5)).id, tests.place('home'), 'a rider who saves an address twice has it once');
select is((public.save_address('Home', 'Gasse 1', 47.3, 9.5)).description, 'Gasse 1', 'a saved address can be moved to another place');
select is((select count(*) from public.saved_addresses), 3::bigint, 'saved addresses are kept besides those of rides');
select throws_ok($$ select public.save_address('  ', 'x', 47, 9) $$, 'PT422', 'address_invalid', 'an address with a blank label is refused');
select throws_ok($$ select public.save_address(repeat('x', 41), 'x', 47, 9) $$, 'PT422', 'address_invalid', 'an address with a label of 41 characters is refused');
select throws_ok($$ select public.save_address('x', '', 47, 9) $$, 'PT422', 'address_invalid', 'an address without a description is refused');
select throws_ok($$ select public.save_address('x', 'x', 'NaN', 9) $$, 'PT422', 'address_invalid', 'an address with a latitude of NaN is refused');
select throws_ok($$ select public.save_address('x', 'x', 47, null) $$, 'PT422', 'address_invalid', 'an address without a longitude is refused');
select is((public.rename_address(tests.place('First'), 'Work')).label, 'Work', 'a rider labels a place of a ride');
select is((public.rename_address(tests.place('Second'), 'work')).label, 'work', 'a rider gives a used label to another place');
select is((select label from public.saved_addresses where description = 'First'), null, 'a label given to another place leaves the first');
select is((public.rename_address(tests.place('work'), null)).label, null, 'a rider removes the label of a place');
select throws_ok($$ select public.rename_address(tests.place('First'), ' ') $$, 'PT422', 'address_invalid', 'a place cannot be renamed to a blank label');
select public.save_address('Place ' || n, 'x', 46, 8) from generate_series(1, 19) n;
select throws_ok($$ select public.save_address('Place 20', 'x', 46, 8) $$, 'PT409', 'too_many_addresses', 'a rider cannot save a twenty-first labelled address');
select throws_ok($$ select public.rename_address(tests.place('First'), 'Place 20') $$, 'PT409', 'too_many_addresses', 'a rider cannot label a place beyond twenty labels');
select lives_ok($$ select public.rename_address(tests.place('First'), 'Place 1') $$, 'a rider with twenty labels can move a label to another place');
select is((select count(*) from public.saved_addresses where label is not null), 20::bigint, 'a label moved to another place keeps their number at twenty');
select throws_ok($$ insert into public.saved_addresses (user_id, description, lat, lng) values (tests.id('rider'), 'x', 1, 1) $$, '42501', null, 'a rider cannot insert an address into the table');
select throws_ok($$ update public.saved_addresses set count = 99 $$, '42501', null, 'a rider cannot update the count of visits');

-- Others
select tests.act_as('rider2');
select is_empty($$ select 1 from public.saved_addresses $$, 'another rider cannot read the saved addresses');
select throws_ok($$ select public.rename_address(tests.place('Place 3'), 'Mine') $$, 'PT404', 'address_not_found', 'another rider cannot rename a saved address');
select is_empty($$ delete from public.saved_addresses returning id $$, 'another rider cannot delete a saved address');
select lives_ok($$ select public.save_address('Home', 'x', 47, 9) $$, 'another rider can save a home of their own');
select tests.act_as('admin');
select is_empty($$ select 1 from public.saved_addresses $$, 'an admin cannot read a rider''s saved addresses');
select tests.act_as('rider');
select is((select count(*) from (select 1) one where tests.place('Place 3') is not null), 1::bigint, 'addresses remain after another rider tried to delete them');
delete from public.saved_addresses where label = 'Place 3';
select is(tests.place('Place 3'), null, 'a rider deletes the own saved address');

-- Years of rides
select tests.as_owner();
select tests.end_at(1000 * n, 'Ride ' || n) from generate_series(1, 120) n;
select is((select count(*) from public.saved_addresses where user_id = tests.id('rider') and label is null), 100::bigint, 'a hundred places without a label are kept');
select ok(tests.place('Second') is not null, 'a place with more visits is kept');
select ok(tests.place('Ride 120') is not null and tests.place('Ride 1') is null, 'of places with one visit, the latest are kept');
select is((select count(*) from public.saved_addresses where user_id = tests.id('rider') and label is not null), 19::bigint, 'all labelled places are kept');
select * from finish();
