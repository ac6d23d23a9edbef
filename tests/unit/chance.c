/* chance.c - random numbers on machines without integers of 128 bits */
#undef __SIZEOF_INT128__
#include "engine/playout.h"

#include "tests/cases.h"

/* Check values from Python's integers. `sum` hashes 100,000 numbers: it is multiplied by 31 before
 * each number is added. */
CASE(random_numbers_equal_the_check_values_without_128_bit_integers)
{
	struct chance zero = { 0 }, most = { UINT64_MAX }, many = { 0 };
	uint64_t sum = 0;
	assert_true(chance_next(&zero) == UINT64_C(0x111cb3a78f59a58e));
	assert_true(chance_next(&zero) == UINT64_C(0xceabd938ff4e856d));
	assert_true(chance_next(&most) == UINT64_C(0xba1dc814e82d5d44));
	for (unsigned i = 0; i < 100000; i++)
		sum = sum * 31 + chance_next(&many);
	assert_true(sum == UINT64_C(0x4903acada3a92c65));
}
